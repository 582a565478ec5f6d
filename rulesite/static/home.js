// A door that is opened comes into sight with all that is behind it, and stands open again when somebody comes back.
const doors = [...document.querySelectorAll(".door")];
const last = doors[history.state?.door];
if (last) last.open = true;
for (const door of doors) {
  door.addEventListener("toggle", () => {
    history.replaceState({ door: doors.findIndex(({ open }) => open) }, "");
    if (door.open) door.scrollIntoView({ block: "nearest" });
  });
}

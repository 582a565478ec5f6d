// A newer version of what was taken along comes by itself, while one is on other pages: looked for once an hour, gone on
// with on the next page where one leaves before it is here, and not over a line on which its reader saves data.
import { answering, bring, offered } from "./bring.js";

const HOUR = 3600000;
const LOOKED = "pocket.looked"; // when there was nothing newer

async function renew() {
  if (navigator.connection?.saveData || Date.now() - (localStorage[LOOKED] ?? 0) < HOUR || !answering()) return;
  const answer = await fetch("/en/pocket/");
  if (!answer.ok) return;
  const bundle = offered(new DOMParser().parseFromString(await answer.text(), "text/html"));
  if (bundle && bundle.version !== answering()) await bring(bundle);
  localStorage[LOOKED] = Date.now();
}

// What it meets with, its own page will say: whoever is on another one has not asked.
if (!document.getElementById("pocket")) renew().catch((fault) => console.info(fault));

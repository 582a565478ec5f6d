// The hands that wait for the network, as this browser keeps them until the site has them: each with its own key and what
// its sender had seen, in the order in which they were entered. Where nothing can be kept, each of these fails.

function opened() {
  // Without locks two tabs would send the same hands at once, and without a source of keys two hands would bear the same.
  if (!navigator.locks || !crypto.randomUUID) throw new Error("no outbox");
  return new Promise((done, fail) => {
    const asked = indexedDB.open("outbox", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("hands", { keyPath: "id", autoIncrement: true });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

const others = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
/** Tell whenever another tab has changed something. */
export const heard = (change) => others?.addEventListener("message", change);

// One transaction: all of it is kept, or nothing.
async function change(act) {
  const base = await opened();
  try {
    await new Promise((done, fail) => {
      const work = base.transaction("hands", "readwrite");
      work.oncomplete = done;
      work.onabort = () => fail(work.error);
      const hands = work.objectStore("hands");
      hands.getAll().onsuccess = ({ target }) => act(hands, target.result);
    });
  } finally {
    base.close();
  }
  others?.postMessage("");
}

/** What waits of a match, the first to be sent first. */
export async function waiting(match) {
  const base = await opened();
  try {
    return await new Promise((done, fail) => {
      const asked = base.transaction("hands").objectStore("hands").getAll();
      asked.onsuccess = () => done(asked.result.filter((hand) => hand.match === match));
      asked.onerror = () => fail(asked.error);
    });
  } finally {
    base.close();
  }
}

/** Keep a hand: as the last, or in the place of the one that bears its key. */
export const put = (hand) => change((hands, all) => {
  const before = all.find(({ key }) => key === hand.key);
  hands.put(before ? { ...hand, id: before.id } : hand);
});

export const drop = (key) => change((hands, all) => {
  for (const hand of all) if (hand.key === key) hands.delete(hand.id);
});

/** Nothing waits any more of these matches. */
export const forget = (matches) => change((hands, all) => {
  for (const hand of all) if (matches.includes(hand.match)) hands.delete(hand.id);
});

const number = (mark) => Number.parseInt(mark, 10);
/**
 * What somebody has seen who sent a hand and had seen this, by now that the hand is stored as this event. Whoever knew
 * as much as its sender has then seen it too: it was accepted, so nothing else came first that a hand clashes with. Whoever
 * knew less has to be told what came.
 */
export const seenBy = (seen, hand, event) => (number(seen) >= number(hand.seen) && number(seen) < event ? `${event}.${hand.key}` : seen);

/** The hand is stored as the event of this number: it waits no longer, and those behind it have seen it. */
export const stored = (hand, event) => change((hands, all) => {
  hands.delete(hand.id);
  for (const other of all) {
    if (other.match === hand.match && other.id > hand.id) hands.put({ ...other, seen: seenBy(other.seen, hand, event) });
  }
});

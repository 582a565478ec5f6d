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

/** What waits by this link of a match, or of the match of this name by any, the first to be sent first. */
export async function waiting(match, of) {
  const base = await opened();
  try {
    return await new Promise((done, fail) => {
      const asked = base.transaction("hands").objectStore("hands").getAll();
      asked.onsuccess = () => done(asked.result.filter((hand) => hand.match === match || (of && hand.of === of)));
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

/** Nothing waits any more by this link. */
export const forget = (match) => change((hands, all) => {
  for (const hand of all) if (hand.match === match) hands.delete(hand.id);
});

/** What waits of the match by another link is sent by this one, for that one may have been renewed. */
export async function adopt(of, match) {
  if ((await waiting(match, of)).every((hand) => hand.match === match)) return;
  await change((hands, all) => {
    for (const hand of all) if (hand.of === of) hands.put({ ...hand, match, path: hand.path.replace(hand.match, match) });
  });
}

/** Who enters the hands that wait by this link has been told all that others entered, up to this mark. */
export const told = (match, mark) => change((hands, all) => {
  for (const hand of all) if (hand.match === match) hands.put({ ...hand, told: mark });
});

const number = (mark) => Number.parseInt(mark, 10);
/**
 * What somebody has seen who sent a hand and had seen this, by now that the hand is stored as this event. Whoever knew
 * as much as its sender has then seen it too: it was accepted, so nothing else came first that a hand clashes with. Whoever
 * knew less has to be told what came.
 */
export const seenBy = (seen, hand, event) => (number(seen) >= number(hand.seen) && number(seen) < event ? `${event}.${hand.key}` : seen);

/**
 * The hand is stored as the event of this number: it waits no longer. Those behind it have seen it, or at least whoever
 * entered them was told what came before it.
 */
export const stored = (hand, event) => change((hands, all) => {
  hands.delete(hand.id);
  for (const other of all) {
    if (other.match !== hand.match || other.id <= hand.id) continue;
    hands.put({ ...other, seen: seenBy(other.seen, hand, event), told: `${event}.${hand.key}` });
  }
});

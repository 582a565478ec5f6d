// Answers to what a page of a match sends and asks. A proxy, or a page to sign in to the network, may answer instead of the
// site: by a redirect, by a page of its own with any status, by nothing.

const PATIENCE = 8000; // milliseconds

/** An answer that is not from this site. */
export class Foreign extends Error {}

const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
// Every page of this site has both, and a page of another site has them by no accident.
const isOurs = (page) => Boolean(page.querySelector("link[rel=expect]") && page.getElementById("status"));

// A page that names a match, as each page of one does that shows a form, names this one.
const isOf = (page, id) => [undefined, id].includes(page.querySelector("main [data-id]")?.dataset.id);

/**
 * Fetch from the site.
 * @throws {Foreign} Where the request was redirected to another site, which otherwise fails like a lost network.
 * @throws {Error} Without a network, and where the server or a proxy is busy or broken.
 */
async function request(path, options) {
  let answer;
  try {
    answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE), ...options });
  } catch (failed) {
    if (!(failed instanceof TypeError)) throw failed;
    const probe = await fetch(path, { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    throw probe.type === "opaqueredirect" ? new Foreign() : failed;
  }
  if (answer.status >= 500) throw new Error(answer.status);
  return answer;
}

/** Return the key of what is sent: of the form, or of the event that it undoes. */
const keyOf = (body) => body.get("key") ?? body.get("event");

/** Return the page of a match in an answer; null where it is no such page, or stands at another match's address. */
function matchOf(page, { url, ok }, id) {
  const match = ok && isOurs(page) && page.querySelector(".match");
  if (!match || match.dataset.poll !== `${new URL(url).pathname}board/`) return null;
  return !id || match.dataset.id === id ? match : null;
}

// Without its cookie the site takes no form. The page of this address brings a new one, and its twin for the forms here.
async function renewToken(body, id) {
  const answer = await request(location.pathname, { headers: { Accept: "text/html" }, cache: "no-store" });
  const page = await parse(answer);
  const fresh = answer.ok && isOurs(page) && isOf(page, id) && page.querySelector("[name=csrfmiddlewaretoken]");
  if (!fresh) return false;
  for (const twin of document.querySelectorAll("[name=csrfmiddlewaretoken]")) twin.value = fresh.value;
  body.set("csrfmiddlewaretoken", fresh.value);
  return true;
}

/**
 * Send something. Return `{ url, event }` where it is stored: the address of its match, and the number of the event that
 * was written, 0 where nothing had to be; or `{ status, page }` where a page of this site says why it was refused. The
 * address repeats the key of what was sent: that of a match is known to a proxy, which may redirect to it.
 * @param {{ id?: string, isHand?: boolean }} what The match that takes it, and whether it has to write an event.
 * @throws {Error} In any other case: it may not have arrived.
 */
export async function post(path, body, { id, isHand = false } = {}) {
  const send = () => request(path, { method: "POST", body });
  let answer = await send();
  let page = await parse(answer);
  if (page.getElementById("no-cookie") && isOurs(page) && (await renewToken(body, id))) {
    answer = await send();
    page = await parse(answer);
  }
  const { url, status, ok, redirected } = answer;
  if (!ok && !redirected && isOurs(page) && isOf(page, id)) return { status, page };
  if (status === 429) throw new Error(status); // a proxy of this site has a page of its own for it
  const { searchParams } = new URL(url);
  const event = Number(searchParams.get("stored") ?? 0);
  const isAnswer = redirected && matchOf(page, answer, id) && searchParams.get("sent") === keyOf(body);
  if (!isAnswer || (isHand && !(event > 0))) throw new Foreign();
  return { url, event };
}

/**
 * Return the board as a page with its `etag`, null where it has not changed since that, or a page with `#gone`.
 * @throws {Error} Where anything else answers.
 */
export async function board(path, etag) {
  const answer = await request(path, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
  if (answer.status === 304) return null;
  const page = await parse(answer);
  const isBoard = answer.ok && page.querySelector("#board-top[data-mark]") && page.getElementById("board-rest");
  if (!isBoard && !(answer.status === 404 && isOurs(page) && page.getElementById("gone"))) throw new Foreign();
  return { page, etag: answer.headers.get("ETag") };
}

/** Return what a hand comes to, as a page; null where that is not what answers. */
export async function preview(address, signal) {
  const answer = await fetch(address, { signal });
  const page = [200, 422].includes(answer.status) ? await parse(answer) : null;
  return page?.getElementById("coming") ? page : null;
}

/** Return the path and the element of the match at a link; null where none answers. */
export async function matchAt(path) {
  const answer = await fetch(path, { headers: { Accept: "text/html" } });
  const match = matchOf(await parse(answer), answer);
  return match && { path: new URL(answer.url).pathname, match };
}

/** The room over HTTP. What it refuses is thrown as `Refused`, in the room's own words. */

/** Something the room did not do, why, and by which rule. */
export class Refused extends Error {
  constructor(because, cite = "", status = 0) {
    super(because);
    this.because = because;
    this.cite = cite;
    this.status = status;
  }
}

let me = null;

async function answerOf(response) {
  const text = await response.text();
  let data = {};
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    data = {};
  }
  if (response.ok) return data;
  const because = data.because ?? data.detail ?? `the room answered ${response.status}`;
  throw new Refused(because, data.cite ?? "", response.status);
}

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new Refused("The room cannot be reached just now");
  }
  return answerOf(response);
}

export const get = (path) => ask(path);

/** POST `data` as JSON, or `raw` as it is, with the token that shows it comes from this page. */
export async function post(path, data = {}, raw = null) {
  const who = await whoAmI();
  const send = () =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrftoken": me?.csrf ?? who.csrf ?? "" },
      body: raw ?? JSON.stringify(data),
    });
  try {
    return await send();
  } catch (refused) {
    if (refused.status !== 403) throw refused;
    await whoAmI(true); // the token may be an old one: once more with the one of now
    return send();
  }
}

/** Who this browser is to the room: `name` is "" for somebody who has not said yet. */
export async function whoAmI(again = false) {
  if (!me || again) me = await get("/api/me");
  return me;
}

/** Be a guest called `name`, unless one is somebody already. */
export async function beGuest(name) {
  if ((await whoAmI()).name) return me;
  await post("/api/guest", { name });
  return whoAmI(true);
}

export async function logIn(how, name, password) {
  await post(how === "signup" ? "/api/signup" : "/api/login", { name, password });
  return whoAmI(true);
}

export async function logOut() {
  await post("/api/logout");
  return whoAmI(true);
}

export const tables = async () => (await get("/api/tables")).tables ?? [];
export const joinTable = (id, password) => post(`/api/tables/${encodeURIComponent(id)}/join`, { password });
export const handsOf = async (id) => (await get(`/api/tables/${encodeURIComponent(id)}/hands`)).hands ?? [];

/** Whether a private table is open to this person: his password was said before. */
export async function isOpenToMe(id) {
  try {
    await handsOf(id);
    return true;
  } catch (refused) {
    if (refused.status === 401 || refused.status === 403) return false;
    throw refused;
  }
}

export const handPath = (id, hand) => `/api/tables/${encodeURIComponent(id)}/hands/${hand}`;

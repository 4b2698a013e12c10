// Calls of the service. Every call takes an AbortSignal; closing the connection ends the work of the service.

import { events } from "./event-stream.js";
import { askForToken, token } from "./token.js";

const ROOT = "api/v1/";
/** How long to wait for a full queue at most, in seconds. */
const LONGEST_WAIT = 5;

/** An error reported by the service: a message, and possibly a help, a line and a column. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.message ?? `the service answered ${status}`);
    this.status = status;
    this.help = body.help ?? null;
    this.line = body.line ?? null;
    this.column = body.column ?? null;
  }
}

/** The service could not be reached. */
class Unreachable extends Error {
  constructor() {
    super("The service does not answer. Is it still running?");
  }
}

export const graphs = (signal) => get("graphs", signal);
export const patterns = (signal) => get("patterns", signal);
export const models = (signal) => get("models", signal);

export function upload(name, bytes, signal) {
  const options = { method: "POST", body: bytes, headers: { "Content-Type": "application/octet-stream" } };
  return json(`graphs?name=${encodeURIComponent(name)}`, options, signal);
}

export function remove(graph, signal) {
  return call(`graphs/${encodeURIComponent(graph)}`, { method: "DELETE" }, signal);
}

/** The graph, or the surroundings of some of its nodes. */
export function drawing(graph, { nodes = [], hops = 1, max }, signal) {
  const parts = new URLSearchParams({ max });
  if (nodes.length > 0) {
    parts.set("nodes", nodes.join(","));
    parts.set("hops", hops);
  }
  return get(`graphs/${encodeURIComponent(graph)}/drawing?${parts}`, signal);
}

export const parse = (text, signal) => post("patterns/parse", { text }, signal);
export const print = (parts, signal) => post("patterns/print", parts, signal);
export const count = (question, signal) => post("count", question, signal);
export const participation = (question, signal) => post("participation", question, signal);
export const motifs = (question, signal) => post("motifs", question, signal);
export const find = (question, signal) => post("find", question, signal);

/** The events of a running count: progress, forecast, estimate, and at the end answer or problem. */
export async function* counting(question, signal) {
  const response = await call("count", body(question, { Accept: "text/event-stream" }), signal);
  try {
    yield* events(response);
  } catch (problem) {
    throw wasAborted(problem) ? problem : new Error("The connection to the service was lost.");
  }
}

const get = (path, signal) => json(path, {}, signal);
const post = (path, value, signal) => json(path, body(value), signal);

function body(value, headers = {}) {
  return {
    method: "POST",
    body: JSON.stringify(value),
    headers: { "Content-Type": "application/json", ...headers },
  };
}

async function json(path, options, signal) {
  return (await call(path, options, signal)).json();
}

/** Returns a successful response. Tries once more if the queue is full, and asks for a token if it is missing. */
async function call(path, options, signal, isSecond = false) {
  const secret = token();
  const headers = { ...options.headers, ...(secret ? { Authorization: `Bearer ${secret}` } : {}) };
  const response = await fetch(ROOT + path, { ...options, headers, signal }).catch((problem) => {
    throw wasAborted(problem) ? problem : new Unreachable();
  });
  if (response.ok) {
    return response;
  }
  if (response.status === 401 && (await askForToken(secret))) {
    return call(path, options, signal, isSecond);
  }
  if (response.status === 429 && !isSecond) {
    const wait = Number(response.headers.get("Retry-After")) || 1;
    await pause(Math.min(wait, LONGEST_WAIT) * 1000, signal);
    return call(path, options, signal, true);
  }
  throw new Refusal(response.status, await response.json().catch(() => ({})));
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Whether a request ended because the page aborted it. */
export function wasAborted(problem) {
  return problem?.name === "AbortError";
}

/** A problem as a text for people. */
export function inWords(problem) {
  if (problem instanceof Refusal) {
    const place = problem.line === null ? "" : `Line ${problem.line}${
      problem.column === null ? "" : `, column ${problem.column}`}: `;
    return `${place}${problem.message}${problem.help ? ` – ${problem.help}` : ""}`;
  }
  return String(problem.message ?? problem);
}

/** Sends requests to the server. Paths, parameters, bodies and answers are typed by the server's schema. */
import { sentence } from "../i18n/phrases";
import { i18n } from "../i18n/index.svelte";
import { onlineTexts } from "../i18n/online";
import { address, type Parameters } from "./address";
import type { paths, ProblemBody } from "./schema";

/** A refused request, or an unreachable server. */
export class ApiError extends Error {
  /** The server's error code; `offline` if there was no response. */
  readonly code: string;
  readonly status: number;
  /** Seconds to wait before the next attempt. */
  readonly wait: number | undefined;

  constructor(code: string, status: number, message: string, wait?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.wait = wait;
  }
}

/** The message of an error. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : sentence(String(error));

export type Method = "get" | "post" | "put" | "delete";

/** The paths that have an operation of this method. */
export type ApiPath<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];

type ParametersOf<O, Kind extends "path" | "query"> = O extends {
  readonly parameters: { readonly [K in Kind]?: infer P };
}
  ? Exclude<P, undefined>
  : never;

type Body<O> = O extends {
  readonly requestBody: { readonly content: { readonly "application/json": infer B } };
}
  ? { readonly body: B }
  : { readonly body?: never };

type Part<Name extends string, T> = [T] extends [never]
  ? { readonly [N in Name]?: never }
  : object extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

/** The parts of a request. */
export type Input<M extends Method, P extends ApiPath<M>> = Part<"path", ParametersOf<paths[P][M], "path">> &
  Part<"query", ParametersOf<paths[P][M], "query">> &
  Body<paths[P][M]>;

/** The JSON of a successful answer; `undefined` if it has none. */
export type ApiResponse<M extends Method, P extends ApiPath<M>> = paths[P][M] extends {
  readonly responses: infer Responses;
}
  ? Responses[keyof Responses] extends { readonly content: { readonly "application/json": infer Json } }
    ? Json
    : undefined
  : never;

interface Parts extends Parameters {
  readonly body?: unknown;
}

async function send(method: Method, template: string, parts: Parts): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", "accept-language": i18n.lang };
  const init: RequestInit = {
    method: method.toUpperCase(),
    headers,
    credentials: "same-origin",
    cache: "no-store",
  };
  if (method !== "get") {
    // JSON bodies protect against forged forms: another site cannot send them.
    headers["content-type"] = "application/json";
    if (method !== "delete") init.body = JSON.stringify(parts.body ?? {});
  }
  let response: Response;
  try {
    response = await fetch(address(template, parts), init);
  } catch {
    throw new ApiError("offline", 0, onlineTexts.t.net.unreachable);
  }
  if (response.ok) return response;
  throw await errorOf(response);
}

async function errorOf(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get("retry-after")) || undefined;
  const body = (await response.json().catch(() => ({}))) as Partial<ProblemBody>;
  const message = body.title === undefined ? onlineTexts.t.net.broken(response.status) : sentence(body.title);
  return new ApiError(body.code ?? "unknown", response.status, message, wait);
}

/** Sends a request and reads its JSON answer, if it has one. */
export async function request<M extends Method, P extends ApiPath<M>>(
  method: M,
  path: P,
  ...[input]: object extends Input<M, P> ? [Input<M, P>?] : [Input<M, P>]
): Promise<ApiResponse<M, P>> {
  const response = await send(method, path, (input ?? {}) as Parts);
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return (isJson ? await response.json() : undefined) as ApiResponse<M, P>;
}

/** Sends a request and reads its answer as text. */
export async function requestText<P extends ApiPath<"get">>(
  path: P,
  input: Input<"get", P>,
): Promise<string> {
  return (await send("get", path, input)).text();
}

/** A JSON response that creates its body on demand: a stream takes a seventh of the time of responding with a job. */
class JsonResponse extends Response {
  readonly #text: string;
  #read: Response | undefined;

  constructor(value: unknown) {
    super(null, { headers: { 'content-type': 'application/json' } });
    this.#text = JSON.stringify(value);
  }

  /** The text of the body; undefined once the body has been accessed. */
  get unreadText(): string | undefined {
    return this.#read === undefined ? this.#text : undefined;
  }

  override get body(): Response['body'] {
    return this.#begin().body;
  }

  override get bodyUsed(): boolean {
    return this.#read?.bodyUsed ?? false;
  }

  override arrayBuffer(): ReturnType<Response['arrayBuffer']> {
    return this.#begin().arrayBuffer();
  }

  override blob(): ReturnType<Response['blob']> {
    return this.#begin().blob();
  }

  override bytes(): ReturnType<Response['bytes']> {
    return this.#begin().bytes();
  }

  override formData(): ReturnType<Response['formData']> {
    return this.#begin().formData();
  }

  override json(): ReturnType<Response['json']> {
    return this.#begin().json();
  }

  override text(): ReturnType<Response['text']> {
    return this.#begin().text();
  }

  override clone(): Response {
    return this.#begin().clone();
  }

  #begin(): Response {
    this.#read ??= new Response(this.#text, { status: this.status, headers: this.headers });
    return this.#read;
  }
}

/** Creates a JSON response. Our own server sends its text directly, without a stream. */
export function jsonResponse(value: unknown): Response {
  return new JsonResponse(value);
}

/** Returns the JSON text of a response; undefined for other responses, and once its body has been accessed. */
export function findText(response: Response): string | undefined {
  return response instanceof JsonResponse ? response.unreadText : undefined;
}

/** A JSON response whose body is made for those who read it: making a stream would be a seventh of what answering with a job takes. */
class JsonResponse extends Response {
  readonly #text: string;
  #read: Response | undefined;

  constructor(value: unknown) {
    super(null, { headers: { 'content-type': 'application/json' } });
    this.#text = JSON.stringify(value);
  }

  /** The text of the body; undefined once anybody has begun to read that. */
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

/** The value as a JSON response. Our own server sends its text as it is, instead of reading it from a stream. */
export function jsonResponse(value: unknown): Response {
  return new JsonResponse(value);
}

/** The text that a response was made of; undefined where that is not known, and where it was read already. */
export function findText(response: Response): string | undefined {
  return response instanceof JsonResponse ? response.unreadText : undefined;
}

/** The browser engines that the suite runs in. */
export const engines = ['chromium', 'firefox', 'webkit'] as const;

/** One of these engines. */
export type Engine = (typeof engines)[number];

/** A page that can run functions: Playwright's pages, and those of every driver. */
export interface EvaluatingPage {
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  evaluate<Result, Argument>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** Waits until the function returns a truthy value. */
  waitForFunction<Argument>(work: (argument: Argument) => unknown, argument: Argument): Promise<unknown>;
  waitForFunction(work: () => unknown): Promise<unknown>;
}

/** The minimum that a browser must do for the suite: one window with one page, driven by its own input. */
export interface Driver {
  engine: Engine;
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs an expression in the page, awaits its promise, and returns the resulting string. */
  evaluate(expression: string): Promise<string>;
  /** Presses keys by the names of keys.ts, all held together, and releases them. */
  press(keys: readonly string[]): Promise<void>;
  /** Composes か in several steps with an input method; missing where no input method can be driven. */
  compose?(): Promise<void>;
  /** Clicks at a point of the page while the keys are held. */
  click(point: Point, options?: { count?: number; held?: readonly string[] }): Promise<void>;
  /** Sets the files of the file input with this selector. */
  upload(selector: string, files: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Takes a PNG of the page. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A position in pixels from the viewport's top left corner. */
export interface Point {
  x: number;
  y: number;
}

/** The browsers that this process's tests have open; their pages are kept as evidence when a test fails. */
export const drivers = new Set<Driver>();

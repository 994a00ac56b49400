import { Fragment, type ReactNode } from 'react';

/** Occurs in no text. */
const mark = '\0';

/** Renders a message with elements as arguments, at each language's positions. */
export function renderMessage<Values extends Record<string, string>>(
  message: (values: Values) => string,
  elements: { [Name in keyof Values]: ReactNode },
): ReactNode {
  const places = Object.keys(elements).map((name) => [name, mark + name + mark]);
  // Every other part is an argument's name.
  return message(Object.fromEntries(places) as Values)
    .split(mark)
    .map((part, n) => (n % 2 === 0 ? part : <Fragment key={part}>{elements[part]}</Fragment>));
}

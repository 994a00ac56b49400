import { Fragment, type ReactNode } from 'react';

/** No text has it. */
const mark = '\0';

/** A message with elements as its arguments, where each language has them. */
export function renderMessage<Values extends Record<string, string>>(
  message: (values: Values) => string,
  elements: { [Name in keyof Values]: ReactNode },
): ReactNode {
  const places = Object.keys(elements).map((name) => [name, mark + name + mark]);
  // Every other part is the name of an argument.
  return message(Object.fromEntries(places) as Values)
    .split(mark)
    .map((part, n) => (n % 2 === 0 ? part : <Fragment key={part}>{elements[part]}</Fragment>));
}

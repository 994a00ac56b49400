import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** A select of one value. Undefined is a value like any other. */
export function Choice<Value extends string | number | undefined>({
  values,
  value,
  nameOf,
  onChoose,
  ...props
}: Omit<NativeSelectProps, 'value' | 'data' | 'onChange'> & {
  values: readonly Value[];
  value: Value;
  nameOf: (value: Value) => string;
  onChoose: (value: Value) => void;
}) {
  const toText = (each: Value): string => String(each ?? '');
  return (
    <NativeSelect
      {...props}
      value={toText(value)}
      data={values.map((each) => ({ value: toText(each), label: nameOf(each) }))}
      onChange={({ currentTarget }) =>
        onChoose(values.find((each) => toText(each) === currentTarget.value) as Value)
      }
    />
  );
}

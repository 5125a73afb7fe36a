type Errors<V> = Partial<Record<keyof V, string>>;

/** What the fields of a form show and change: `<TextField label="Name" {...field('name')} />`. */
export function fieldsOf<V extends object>(values: V, change: (part: Partial<V>) => void, errors: Errors<V> = {}) {
  const changing =
    <Name extends keyof V>(name: Name) =>
    (value: V[Name]) =>
      change({ [name]: value } as unknown as Partial<V>);
  return {
    field: <Name extends keyof V>(name: Name) => ({
      value: values[name],
      error: errors[name] ?? null,
      onChange: changing(name),
    }),
    check: <Name extends keyof V>(name: Name) => ({ checked: values[name], onChange: changing(name) }),
  };
}

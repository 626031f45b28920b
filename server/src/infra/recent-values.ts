/** Values by their keys, of which only the `most` that were used last are kept. */
export function createRecentValues<Key, Value>(most: number) {
  const values = new Map<Key, Value>()

  function set(key: Key, value: Value): void {
    // Setting it again moves the key to the end of the map.
    values.delete(key)
    values.set(key, value)
    if (values.size <= most) return
    for (const oldest of values.keys()) {
      values.delete(oldest)
      return
    }
  }

  return {
    get: (key: Key): Value | undefined => values.get(key),
    set,
    forget: (key: Key) => values.delete(key),
    /** The value that is kept, or else the one that `make` gives. */
    getOr(key: Key, make: () => Value): Value {
      const value = values.get(key) ?? make()
      set(key, value)
      return value
    },
  }
}

/** Values by their keys, of which only the `most` that were used last are kept. */
export function createRecentValues<Key, Value>(most: number) {
  const values = new Map<Key, Value>()

  /** @returns the key whose value was dropped for it, if any */
  function set(key: Key, value: Value): Key | undefined {
    // Setting it again moves the key to the end of the map.
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size <= most || oldest === undefined) return undefined
    values.delete(oldest)
    return oldest
  }

  return {
    get: (key: Key): Value | undefined => values.get(key),
    set,
    delete: (key: Key): boolean => values.delete(key),
    /** The value that is kept, or else the one that `make` gives. */
    getOr(key: Key, make: () => Value): Value {
      const value = values.get(key) ?? make()
      set(key, value)
      return value
    },
  }
}

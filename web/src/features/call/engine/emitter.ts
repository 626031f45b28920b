/** Calls back by event name. A listener that throws doesn't keep the others from hearing. */
export interface Emitter<Events extends object> {
  /** Returns the way to stop listening. */
  on: <Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void) => () => void
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void
}

export function createEmitter<Events extends object>(): Emitter<Events> {
  const listeners: { [Name in keyof Events]?: Set<(payload: Events[Name]) => void> } = {}
  return {
    on(name, listener) {
      const ofName = (listeners[name] ??= new Set())
      ofName.add(listener)
      return () => void ofName.delete(listener)
    },
    emit(name, payload) {
      for (const listener of listeners[name] ?? []) {
        try {
          listener(payload)
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}

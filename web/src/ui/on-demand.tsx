import { lazy, useState, type ComponentType } from 'react'

interface OnDemand<Props extends object> {
  /** Suspends while its script is loading, and not at all once it has loaded. */
  Component: ComponentType<Props>
  /** Loads the script in advance. A failure is reported only when the component is rendered. */
  prefetch: () => void
}

export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let Loaded: ComponentType<Props> | null = null
  const fetchIt = async () => {
    Loaded = await load()
    return Loaded
  }
  const Late: ComponentType<Props> = lazy(async () => ({ default: await fetchIt() }))
  return {
    Component(props) {
      // Chosen once per mount: switching components would lose the state inside.
      const [Shown] = useState(() => Loaded ?? Late)
      return <Shown {...props} />
    },
    prefetch: () => void fetchIt().catch(() => undefined),
  }
}

import { lazy, useState, type ComponentType } from 'react'

interface OnDemand<Props extends object> {
  /** Suspends while its script is on its way, and not at all once that is here. */
  Component: ComponentType<Props>
  /** Has the script fetched before it is asked for. A failure is told when it is. */
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
      // Chosen once for each time it is shown: changing over would lose the state inside.
      const [Shown] = useState(() => Loaded ?? Late)
      return <Shown {...props} />
    },
    prefetch: () => void fetchIt().catch(() => undefined),
  }
}

import { Component, type ReactNode } from 'react'
import { notify } from '../lib/notify.ts'

interface LoadBoundaryProps {
  onFailure: () => void
  children: ReactNode
}

/**
 * Around parts that are loaded on demand: when one cannot be had (no connection, or a newer version was put online),
 * the page stays and says so. Give it a `key` that names its content, so that other content is tried afresh.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailure()
    notify({
      kind: 'error',
      title: 'That could not be opened',
      // A module that failed to arrive is fetched again only with the page.
      description: 'Nothing was lost. Check your connection and load the page again.',
      action: { label: 'Load again', onPress: () => window.location.reload() },
    })
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}

import { Component, Suspense, type ReactNode } from 'react'
import { notify } from '../lib/notify.ts'
import { OpeningNote } from './opening-note.tsx'

interface LoadBoundaryProps {
  onFailure?: () => void
  children: ReactNode
}

/**
 * A boundary around parts that are loaded on demand, which says that they are opening. If one cannot be loaded (no
 * connection, or a newer version was deployed), the page stays and shows a notice. Give it a `key` that identifies its
 * content, so that other content is tried afresh.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailure?.()
    notify({
      kind: 'error',
      title: 'That could not be opened',
      // Browsers fetch a failed module again only when the page is reloaded.
      description: 'Nothing was lost. Check your connection and load the page again.',
      action: { label: 'Load again', onPress: () => window.location.reload() },
    })
  }

  override render(): ReactNode {
    if (this.state.hasFailed) return null
    return <Suspense fallback={<OpeningNote />}>{this.props.children}</Suspense>
  }
}

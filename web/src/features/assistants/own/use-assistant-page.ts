import { useCallback, useEffect, useState } from 'react'
import { api, reading } from '../../../lib/api.ts'
import { failureWords, isNotFound } from '../../../lib/api-problem.ts'
import type { PageState } from './assistant-page-view.tsx'

/** Reads the assistant at an address, and again when the viewer changes, who may see more or less of it. */
export function useAssistantPage(slug: string, viewerId: string | null): { state: PageState; tryAgain: () => void } {
  const [state, setState] = useState<PageState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const abort = new AbortController()
    setState({ kind: 'loading' })
    reading(api.api['assistant-pages'][':slug'], { param: { slug } })
      .queryFn(abort)
      .then(
        (page) => setState({ kind: 'found', page }),
        (error: unknown) => {
          if (!abort.signal.aborted) setState(stateOf(error))
        },
      )
    return () => abort.abort()
  }, [slug, viewerId, attempt])

  return { state, tryAgain: useCallback(() => setAttempt((count) => count + 1), []) }
}

function stateOf(error: unknown): PageState {
  return isNotFound(error)
    ? { kind: 'not-found' }
    : { kind: 'failed', words: failureWords(error, 'Something went wrong. Please try again.') }
}

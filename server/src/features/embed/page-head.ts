import { AppError } from '#contract/errors.ts'
import type { AssistantPage } from '#contract/own-assistant.ts'
import type { FindPageHead } from '../../http/page-head.ts'

const FRAME = /^\/embed\/([^/]+)\/?$/

export interface EmbedHeadsOptions {
  isInCatalogue: (assistantId: string) => boolean
  /** What everybody sees at the address of an own assistant. @throws AppError `not-found` */
  pageAt: (slug: string) => Promise<Pick<AssistantPage, 'state'>>
  onFault: (error: unknown) => void
}

/** Frames have no head of their own, but none is served as there where its page says that nobody is. */
export function createEmbedHeads({ isInCatalogue, pageAt, onFault }: EmbedHeadsOptions): FindPageHead {
  return async (path) => {
    const assistant = FRAME.exec(path)?.[1]
    if (assistant === undefined || isInCatalogue(assistant)) return undefined
    try {
      const { state } = await pageAt(assistant)
      return state === 'draft' ? 'nobody' : undefined
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return 'nobody'
      // The page itself says what is wrong.
      onFault(error)
      return undefined
    }
  }
}

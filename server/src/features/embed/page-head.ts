import type { AssistantPage } from '#contract/own-assistant.ts'
import { headOrNobody, type FindPageHead } from '../../infra/http/page-head.ts'

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
    return headOrNobody(async () => ((await pageAt(assistant)).state === 'draft' ? 'nobody' : undefined), onFault)
  }
}

import { AppError } from '#contract/errors.ts'
import { slugSchema } from '#contract/own-assistant.ts'
import type { FindPageHead } from '../../../infra/http/page-head.ts'
import type { Studio } from './studio.ts'

const PAGE = /^\/a\/([^/]+)\/?$/
/** Longer descriptions are cut off by previews and search results. */
const DESCRIPTION_MAX_LENGTH = 155

/** Finds the heads of own assistants' pages. Only published assistants have one. */
export function createPageHeads(page: Studio['page'], publicUrl: string): FindPageHead {
  return async (path) => {
    const slug = PAGE.exec(path)?.[1]
    if (slug === undefined) return undefined
    if (!slugSchema.safeParse(slug).success) throw new AppError('not-found')
    const found = await page(slug, null)
    if (found.state !== 'open') return undefined
    const { name, firstMessage, photoUrl } = found
    return {
      title: `Talk with ${name} · Voxhall`,
      description: shortened(`Talk with ${name}, an AI assistant: “${firstMessage.replaceAll(/\s+/g, ' ')}”`),
      url: new URL(`/a/${slug}`, publicUrl).href,
      pictureUrl: new URL(photoUrl, publicUrl).href,
      pictureAlt: name,
    }
  }
}

function shortened(text: string): string {
  const letters = [...text]
  if (letters.length <= DESCRIPTION_MAX_LENGTH) return text
  return `${letters
    .slice(0, DESCRIPTION_MAX_LENGTH - 2)
    .join('')
    .trimEnd()}…”`
}

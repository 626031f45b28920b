import { z } from '@hono/zod-openapi'

const NOT_A_PAGE = 'That is not a page of this list. Please load the list again from the beginning.'

/**
 * The place of a page, as `infra/db/newest-first.ts` gives it. Years begin with 20, which every date type can represent.
 * @param id the pattern of the rows' ids
 */
export function placeSchema(id: string, words = NOT_A_PAGE) {
  return z.string().regex(new RegExp(String.raw`^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~${id}$`), words)
}

export function limitSchema(usual: number) {
  return z.coerce.number().int().min(1).max(100).default(usual)
}

/** The query of a list that is read page by page, the latest rows first. */
export function pageQuery(id: string, usualLimit: number) {
  return z.object({
    before: placeSchema(id).optional().describe('`nextBefore` of the page before.'),
    limit: limitSchema(usualLimit),
  })
}

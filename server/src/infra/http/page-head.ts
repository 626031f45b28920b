import { AppError } from '#contract/errors.ts'
import { escapeHtml } from './html.ts'
import { BUILD_ORIGIN } from '#contract/screens.ts'

/** What a page says of itself before its scripts have run: to search engines, and where its link is shared. */
export interface PageHead {
  title: string
  description: string
  /** Whole addresses. */
  url: string
  pictureUrl: string
  pictureAlt: string
}

/** `missing`: the address is one of a kind that this function knows, and there is nothing. */
export type FindPageHead = (path: string) => Promise<PageHead | 'missing' | undefined>

/** What `find` finds. `missing` where it throws `not-found`; any other fault is told by the page itself. */
export async function headOrMissing(
  find: () => ReturnType<FindPageHead>,
  onFault: (error: unknown) => void,
): ReturnType<FindPageHead> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return 'missing'
    onFault(error)
    return undefined
  }
}

/** What the page itself takes out again when it has scripts (web/src/routes/assistant-page.tsx). */
const SERVED = 'data-served=""'

/** The built page with this head instead of its own title and its word that search engines should stay away. */
export function withPageHead(html: string, head: PageHead): string {
  const { title, description, url, pictureUrl, pictureAlt } = head
  const tags = [
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}" ${SERVED}>`,
    ...Object.entries({
      'og:site_name': 'Voxhall',
      'og:type': 'website',
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': pictureUrl,
      'og:image:alt': pictureAlt,
    }).map(([name, content]) => meta('property', name, content)),
    meta('name', 'twitter:card', 'summary'),
  ]
  // By functions: in a text, a dollar sign would mean something.
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta name="robots"[^>]*>/, () => tags.join(''))
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}" ${SERVED}>`
}

/**
 * A built page with the site's real address where the build left a stand-in: search engines and previews of shared
 * links want whole addresses. Must happen before anything is reckoned from the page, such as hashes of its scripts.
 */
export function withPublicOrigin(html: string, publicUrl: string): string {
  return html.replaceAll(BUILD_ORIGIN, new URL(publicUrl).origin)
}

import { escapeHtml } from './html.ts'
import { BUILD_ORIGIN } from '#contract/screens.ts'

/** What the served HTML says about the page to search engines and link previews, which run no scripts. */
interface PageHead {
  title: string
  description: string
  /** Absolute addresses. */
  url: string
  pictureUrl: string
  pictureAlt: string
}

/**
 * Undefined for a path of another kind, and for a page without a head of its own. @throws AppError `not-found` if nothing
 * exists at a path of the kind that this function knows
 */
export type FindPageHead = (path: string) => Promise<PageHead | undefined>

/** Marks tags that the page removes once its scripts run (web/src/routes/assistant-page.tsx). */
const SERVED = 'data-served=""'

/** The built page with this head in place of its own title and its `noindex` tag. */
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
  // Replacement functions, because `$` has a meaning in a replacement string.
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta name="robots"[^>]*>/, () => tags.join(''))
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}" ${SERVED}>`
}

/**
 * Replaces the placeholder origin in a built page by the site's real origin: search engines and link previews want
 * absolute addresses. Must run before anything is computed from the page, such as hashes of its scripts.
 */
export function withPublicOrigin(html: string, publicUrl: string): string {
  return html.replaceAll(BUILD_ORIGIN, new URL(publicUrl).origin)
}

import { BUILD_ORIGIN } from '#contract/screens.ts'

/**
 * A built page with the site's real address where the build left a stand-in: search engines and previews of shared
 * links want whole addresses. Must happen before anything is reckoned from the page, such as hashes of its scripts.
 */
export function withPublicOrigin(html: string, publicUrl: string): string {
  return html.replaceAll(BUILD_ORIGIN, new URL(publicUrl).origin)
}

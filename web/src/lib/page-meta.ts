import { BUILD_ORIGIN } from '#contract/screens.ts'
import type { MetaDescriptor } from 'react-router'

const SITE_NAME = 'Voxhall'
const PICTURE_WIDTH_PX = 1200
const PICTURE_HEIGHT_PX = 630

/** For previews of shared links; made by the build (web/vite). */
export interface SharePicture {
  /** From the site's root. */
  path: string
  alt: string
}

export interface PageMeta {
  /** At most 60 characters, so that search results show all of it. */
  title: string
  /** At most 155 characters. */
  description: string
  /** From the site's root, as in contract/src/screens.ts. */
  path: string
  picture?: SharePicture
}

const HALL_PICTURE: SharePicture = {
  path: '/share/home.png',
  alt: 'Voxhall assistants, each drawn in an arched niche.',
}

/**
 * The origin by which people reach the site. A built page has a stand-in, which the server replaces; the browser reads
 * the result off the page (root.tsx), so that both render the same.
 */
export function siteOrigin(): string {
  if (typeof document === 'undefined') return BUILD_ORIGIN
  return document.documentElement.dataset['origin'] ?? location.origin
}

export function siteAddress(path: string): string {
  return new URL(path, siteOrigin()).href
}

export function pageMeta({ title, description, path, picture = HALL_PICTURE }: PageMeta): MetaDescriptor[] {
  const address = siteAddress(path)
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: SITE_NAME },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: siteAddress(picture.path) },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(PICTURE_WIDTH_PX) },
    { property: 'og:image:height', content: String(PICTURE_HEIGHT_PX) },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** For a screen that search engines should leave out. */
export function privatePageMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** For a page that a link in a mail opens: its address holds a secret, which must not travel on to other sites. */
export function mailLinkPageMeta(title: string): MetaDescriptor[] {
  return [...privatePageMeta(title), { name: 'referrer', content: 'no-referrer' }]
}

import type { MetaDescriptor } from 'react-router'
import { siteAddress } from './page-meta.ts'

/** Facts about a page in the schema.org vocabulary, for search engines. */
export function structuredData(data: Record<string, unknown>): MetaDescriptor {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...data } }
}

/** The organisation and the site, for search engines. */
export function siteIdentity(description: string): MetaDescriptor {
  const organization = siteAddress('/#organization')
  return structuredData({
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: 'Voxhall',
        url: siteAddress('/'),
        logo: siteAddress('/icons/icon-512.png'),
        contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', url: siteAddress('/contact') },
      },
      {
        '@type': 'WebSite',
        '@id': siteAddress('/#website'),
        name: 'Voxhall',
        url: siteAddress('/'),
        description,
        inLanguage: 'en',
        publisher: { '@id': organization },
      },
    ],
  })
}

/** The breadcrumb trail from the home page to a page directly below it. */
export function breadcrumbs(name: string, path: string): MetaDescriptor {
  return structuredData({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Voxhall', item: siteAddress('/') },
      { '@type': 'ListItem', position: 2, name, item: siteAddress(path) },
    ],
  })
}

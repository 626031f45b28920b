import { BUILD_ORIGIN } from '#contract/screens.ts'
import { expect, it } from 'vitest'
import { mailLinkPageMeta, pageMeta, privatePageMeta } from './page-meta.ts'
import { breadcrumbs } from './structured-data.ts'

const GIVEN = {
  title: 'A title',
  description: 'A description.',
  path: '/pricing',
  picture: { path: '/share/pricing.png', alt: 'What is on it' },
}

it('sets the title and description, also for sharing', () => {
  const meta = pageMeta(GIVEN)
  expect(meta).toContainEqual({ title: 'A title' })
  expect(meta).toContainEqual({ name: 'description', content: 'A description.' })
  expect(meta).toContainEqual({ property: 'og:title', content: 'A title' })
  expect(meta).toContainEqual({ property: 'og:description', content: 'A description.' })
})

it('writes absolute addresses with the placeholder that the server replaces', () => {
  const meta = pageMeta(GIVEN)
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `${BUILD_ORIGIN}/pricing` })
  expect(meta).toContainEqual({ property: 'og:url', content: `${BUILD_ORIGIN}/pricing` })
  expect(meta).toContainEqual({ property: 'og:image', content: `${BUILD_ORIGIN}/share/pricing.png` })
  expect(meta).toContainEqual({ property: 'og:image:alt', content: 'What is on it' })
})

it('uses the picture of the home page for a page without its own', () => {
  expect(pageMeta({ title: 'T', description: 'D', path: '/terms' })).toContainEqual({
    property: 'og:image',
    content: `${BUILD_ORIGIN}/share/home.png`,
  })
})

it('asks search engines to leave a private screen out', () => {
  expect(privatePageMeta('New password')).toEqual([
    { title: 'New password · Voxhall' },
    { name: 'robots', content: 'noindex' },
  ])
})

it('does not send the address of a page with a secret link to other sites', () => {
  expect(mailLinkPageMeta('New password')).toEqual([
    ...privatePageMeta('New password'),
    { name: 'referrer', content: 'no-referrer' },
  ])
})

it('describes the way from the home page to a page', () => {
  expect(breadcrumbs('Contact', '/contact')).toMatchObject({
    'script:ld+json': {
      itemListElement: [
        { position: 1, item: `${BUILD_ORIGIN}/` },
        { position: 2, name: 'Contact', item: `${BUILD_ORIGIN}/contact` },
      ],
    },
  })
})

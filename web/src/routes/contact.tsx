import { useSyncExternalStore } from 'react'
import { useSearchParams, type MetaFunction } from 'react-router'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { ContactPage } from '../features/contact/contact-page.tsx'
import { topicInAddress } from '../features/contact/topic-words.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { breadcrumbs } from '../lib/structured-data.ts'
import { useShell } from './shell-context.ts'

export const meta: MetaFunction = () => [
  ...pageMeta({
    title: 'Contact: write to the people of Voxhall',
    description:
      'Questions, a tailored plan, an assistant for your business, or your data: write to us, and a person will answer by email.',
    path: '/contact',
  }),
  breadcrumbs('Contact', '/contact'),
]

const neverChanges = () => () => undefined

export default function ContactRoute() {
  const shell = useShell()
  const { user } = useSession()
  const [search] = useSearchParams()
  // The page is prerendered without a query, so the first render in the browser must ignore it, too.
  const isReady = useSyncExternalStore(neverChanges, isInBrowser, isPrerendered)
  return (
    <ContactPage
      isReady={isReady}
      topic={isReady ? topicInAddress(search) : null}
      person={user}
      onOpenCatalogue={shell.openCatalogue}
    />
  )
}

function isInBrowser(): boolean {
  return true
}

function isPrerendered(): boolean {
  return false
}

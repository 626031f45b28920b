import { useSearchParams, type MetaFunction } from 'react-router'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { ContactPage } from '../features/contact/contact-page.tsx'
import { topicInAddress } from '../features/contact/topic-words.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { breadcrumbs } from '../lib/structured-data.ts'
import { useIsHydrated } from '../ui/wake-when-reached.tsx'
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

export default function ContactRoute() {
  const shell = useShell()
  const { user } = useSession()
  const [search] = useSearchParams()
  // The page is prerendered without a query, so the first render in the browser must ignore it, too.
  const isReady = useIsHydrated()
  return (
    <ContactPage
      isReady={isReady}
      topic={isReady ? topicInAddress(search) : null}
      person={user}
      onOpenCatalogue={shell.openCatalogue}
    />
  )
}

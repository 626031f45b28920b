import type { MetaFunction } from 'react-router'
import { LegalPage } from '../features/legal/legal-page.tsx'
import { TERMS } from '../features/legal/terms.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { breadcrumbs } from '../lib/structured-data.ts'

export const meta: MetaFunction = () => [
  ...pageMeta({
    title: 'Terms of use, in plain words · Voxhall',
    description:
      'What you can expect of Voxhall and what it expects of you: accounts, plans and minutes, what the assistants are for, and how to leave.',
    path: '/terms',
  }),
  breadcrumbs('Terms', '/terms'),
]

export default function TermsRoute() {
  return <LegalPage {...TERMS} />
}

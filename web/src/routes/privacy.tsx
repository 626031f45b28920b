import type { MetaFunction } from 'react-router'
import { LegalPage } from '../features/legal/legal-page.tsx'
import { PRIVACY } from '../features/legal/privacy.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { breadcrumbs } from '../lib/structured-data.ts'

export const meta: MetaFunction = () => [
  ...pageMeta({
    title: 'Privacy: what Voxhall keeps, and for how long',
    description:
      'Your voice is not stored, the words of your calls are kept for you alone, and there are no cookies or trackers. What is kept, why, and until when.',
    path: '/privacy',
  }),
  breadcrumbs('Privacy', '/privacy'),
]

export default function PrivacyRoute() {
  return <LegalPage {...PRIVACY} />
}

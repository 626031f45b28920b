import type { MetaFunction } from 'react-router'
import { LegalPage } from '../features/legal/legal-page.tsx'
import { RESPONSIBLE_AI } from '../features/legal/responsible-ai.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { breadcrumbs } from '../lib/structured-data.ts'

export const meta: MetaFunction = () => [
  ...pageMeta({
    title: 'Responsible AI: how the assistants work · Voxhall',
    description:
      'The assistants say that they are AI, answer from their own field and do not guess. What they may not do, where they fail, and whom to call in an emergency.',
    path: '/responsible-ai',
  }),
  breadcrumbs('Responsible AI', '/responsible-ai'),
]

export default function ResponsibleAiRoute() {
  return <LegalPage {...RESPONSIBLE_AI} />
}

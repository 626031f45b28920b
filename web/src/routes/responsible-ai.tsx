import type { MetaFunction } from 'react-router'
import { legalMeta, LegalPage } from '../features/legal/legal-page.tsx'
import { RESPONSIBLE_AI } from '../features/legal/responsible-ai.tsx'

export const meta: MetaFunction = () => legalMeta(RESPONSIBLE_AI)

export default function ResponsibleAiRoute() {
  return <LegalPage {...RESPONSIBLE_AI} />
}

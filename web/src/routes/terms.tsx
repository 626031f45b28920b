import type { MetaFunction } from 'react-router'
import { legalMeta, LegalPage } from '../features/legal/legal-page.tsx'
import { TERMS } from '../features/legal/terms.ts'

export const meta: MetaFunction = () => legalMeta(TERMS)

export default function TermsRoute() {
  return <LegalPage {...TERMS} />
}

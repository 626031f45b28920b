import { apiFetch } from '../../lib/api-fetch.ts'
import { queryOf, type CrmView } from './crm-view.ts'

/** Saves all rows of the view, not only its page. A plain link could not say who asks. */
export async function downloadCsv(view: CrmView): Promise<void> {
  const list = view.tab === 'emails' ? 'emails' : 'subscribers'
  const response = await apiFetch(`/api/crm/${list}.csv?${new URLSearchParams(queryOf(view)).toString()}`)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = view.tab === 'emails' ? 'voxhall-email-crm.csv' : 'voxhall-subscribers.csv'
  link.click()
  URL.revokeObjectURL(address)
}

import { apiFetch } from '../../lib/api-fetch.ts'
import { saveFile } from '../../lib/save-file.ts'
import { queryOf, type CrmView } from './crm-view.ts'

/** Saves all rows of the view, not only its page. */
export async function downloadCsv(view: CrmView): Promise<void> {
  const list = view.tab === 'emails' ? 'emails' : 'subscribers'
  const response = await apiFetch(`/api/crm/${list}.csv?${new URLSearchParams(queryOf(view)).toString()}`)
  await saveFile(response, view.tab === 'emails' ? 'voxhall-email-crm.csv' : 'voxhall-subscribers.csv')
}

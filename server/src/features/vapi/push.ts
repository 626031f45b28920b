import type { AssistantDefinition } from '#contract/assistant.ts'
import { ASSISTANT_MARK } from '../../vendors/vapi-assistant.ts'
import type { VapiApi, VapiAssistant } from '../../vendors/vapi-api.ts'
import { NOT_AT_VAPI, type AssistantIds } from './assistant-ids.ts'

export interface PushOptions {
  assistants: readonly AssistantDefinition[]
  bodyOf: (assistant: AssistantDefinition) => object
  api: Pick<VapiApi, 'listAssistants' | 'createAssistant' | 'updateAssistant'>
  ids: AssistantIds
  onDone: (assistantId: string, outcome: 'created' | 'updated', vapiId: string) => void
}

/**
 * Makes Vapi's assistants what ours are. Those that are there are brought up to date; of those that are gone, new ones
 * are made. What was done is kept at once, so that a push that broke off goes on where it was.
 * @throws {VendorError}
 */
export async function pushAssistants({ assistants, bodyOf, api, ids, onDone }: PushOptions): Promise<void> {
  const known = ids.read()
  let listed: VapiAssistant[] | undefined
  for (const assistant of assistants) {
    if (NOT_AT_VAPI.has(assistant.id)) continue
    const body = bodyOf(assistant)
    const marked = async () => {
      listed ??= await api.listAssistants()
      return listed.find(({ metadata }) => metadata?.[ASSISTANT_MARK] === assistant.id)?.id
    }
    const vapiId = known[assistant.id] ?? (await marked())
    const updated = vapiId === undefined ? undefined : await api.updateAssistant(vapiId, body)
    const { id } = updated ?? (await api.createAssistant(body))
    ids.keep(assistant.id, id)
    onDone(assistant.id, updated ? 'updated' : 'created', id)
  }
}

import type { AssistantDefinition } from '#contract/assistant.ts'
import { ASSISTANT_MARK } from '../../vendors/vapi-assistant.ts'
import type { VapiApi, VapiAssistant } from '../../vendors/vapi-api.ts'
import { NOT_AT_VAPI, type AssistantIds } from './assistant-ids.ts'

interface PushOptions {
  assistants: readonly AssistantDefinition[]
  bodyOf: (assistant: AssistantDefinition) => object
  api: Pick<VapiApi, 'listAssistants' | 'createAssistant' | 'updateAssistant'>
  ids: AssistantIds
  onDone: (assistantId: string, outcome: 'created' | 'updated', vapiId: string) => void
}

/**
 * Creates or updates our assistants at Vapi; one that was deleted there is created again. Each id is stored at once, so
 * that an interrupted push can be continued.
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

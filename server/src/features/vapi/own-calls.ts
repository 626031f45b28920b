import type { AssistantDefinition } from '#contract/assistant.ts'
import { AppError } from '#contract/errors.ts'
import type { EmergencyLines } from '#contract/emergency-lines.ts'
import type { VapiEnv } from '../../config/vapi-env.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { createVapiWebCall, type VapiWebCall } from '../../vendors/vapi-api.ts'
import { vapiAssistantBody } from '../../vendors/vapi-assistant.ts'
import type { CallActions } from '../../voice/actions.ts'
import { functionToolsOf } from '../../voice/actions/model-tools.ts'
import { systemPromptFor } from '../../voice/brain/prompt.ts'
import type { CallRow, Calls } from '../calls/calls.ts'
import { MARK_NAME, type CallMarks } from './call-mark.ts'
import { SECRET_HEADER } from './server-messages.ts'
import { maxSecondsOf } from './vapi-desk.ts'

interface OwnCallsDeps {
  env: Pick<VapiEnv, 'VAPI_PUBLIC_KEY' | 'VAPI_WEBHOOK_SECRET' | 'VAPI_BASE_URL' | 'VAPI_MODEL' | 'VAPI_VOICES'>
  webhookUrl: string
  calls: Pick<Calls, 'desk' | 'atVapi'>
  marks: CallMarks
  emergencyLines: EmergencyLines
}

/**
 * Calls of own assistants at Vapi. The web SDK asks this server instead of Vapi for the call ("proxy mode"). The server
 * makes the call from the assistant's current state, so that neither the owner's texts nor the webhook's secret reach a
 * browser. Undefined if Vapi's public key or the webhook's secret is missing; without the secret, Vapi could not run
 * actions.
 */
export function createOwnCalls({ env, webhookUrl, calls, marks, emergencyLines }: OwnCallsDeps) {
  const { VAPI_PUBLIC_KEY: publicKey, VAPI_WEBHOOK_SECRET: secret, VAPI_BASE_URL: baseUrl } = env
  if (publicKey === undefined || secret === undefined) return undefined

  function assistantBody(assistant: AssistantDefinition, actions: CallActions | undefined, maxSeconds: number): object {
    // A call at Vapi has no panel to show a card in.
    const tools = (actions?.tools ?? []).filter(({ kind }) => kind !== 'card')
    const offered = actions && tools.length > 0 ? { ...actions, tools } : undefined
    return vapiAssistantBody({
      assistant,
      prompt: systemPromptFor({ turn: { assistant, actions: offered }, lines: emergencyLines }),
      model: env.VAPI_MODEL,
      voices: env.VAPI_VOICES,
      webhook: { url: webhookUrl, secretHeader: SECRET_HEADER, secret: secret ?? '' },
      tools: functionToolsOf(tools, { hasPanel: false }),
      maxDurationSeconds: maxSeconds,
    })
  }

  const askVapi = async (row: CallRow): Promise<VapiWebCall> => {
    const { definition, actions } = await calls.desk.partsOf(row)
    return createVapiWebCall(
      { publicKey, baseUrl },
      {
        assistant: assistantBody(definition, actions, maxSecondsOf(row.limitMs)),
        assistantOverrides: { metadata: { [MARK_NAME]: marks.of(row.id) } },
      },
    )
  }

  return {
    /** @param permit of a granted call. @throws AppError `call-token-invalid`, and `unavailable` if Vapi refuses */
    async make(permit: string): Promise<VapiWebCall> {
      const callId = marks.permits.read(permit)
      // Claimed before Vapi is asked, because each request to Vapi makes a call that has to be paid for.
      const row = callId === undefined ? undefined : await calls.atVapi.claim(callId)
      if (!row) throw new AppError('call-token-invalid')
      const made = await askVapi(row).catch(async (error: unknown) => {
        await calls.atVapi.forgetHint(row)
        throw error instanceof VendorError ? new AppError('unavailable', { cause: error }) : error
      })
      await calls.atVapi.bind(row.id, made.id)
      return made
    },
  }
}

export type OwnCalls = NonNullable<ReturnType<typeof createOwnCalls>>

import type { AssistantDefinition } from '#contract/assistant.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { FunctionTool } from '../voice/actions/model-tools.ts'

/** Vapi's own voices that come nearest to ours, of those that it recommends for new assistants. */
const VOICES: Record<VoiceId, string> = {
  willow: 'Clara',
  hazel: 'Emma',
  ivy: 'Layla',
  juniper: 'Savannah',
  rowan: 'Elliot',
  oak: 'Sid',
  aspen: 'Godfrey',
  alder: 'Nico',
  birch: 'Kai',
  linden: 'Neil',
}

export interface VapiAssistantOptions {
  assistant: AssistantDefinition
  /** The system prompt: its character and its knowledge. */
  prompt: string
  /** One of OpenAI's, on Vapi's account. */
  model: string
  /** Instead of those above. */
  voices: Readonly<Record<string, string>>
  /** Where reports go, and the secret that they carry. */
  webhook: { url: string; secretHeader: string; secret: string } | undefined
  /** What it can do. Vapi asks for it at the webhook. */
  tools?: readonly FunctionTool[]
  /** The longest that a call may last, even if a browser asks for more. */
  maxDurationSeconds: number
}

/** Under this name an assistant at Vapi carries its id here, so that it is found again when the list of ids is lost. */
export const ASSISTANT_MARK = 'voxhallAssistant'
const MAX_NAME = 40

/** `CreateAssistantDTO` of Vapi's published description. */
export function vapiAssistantBody(options: VapiAssistantOptions): object {
  const { assistant, prompt, model, voices, webhook, tools = [], maxDurationSeconds } = options
  return {
    name: `Voxhall ${assistant.name} (${assistant.id})`.slice(0, MAX_NAME),
    firstMessage: assistant.firstMessage,
    firstMessageMode: 'assistant-speaks-first',
    model: {
      provider: 'openai',
      model,
      messages: [{ role: 'system', content: prompt }],
      ...(tools.length > 0 && { tools: tools.map(asVapiTool) }),
    },
    voice: { provider: 'vapi', voiceId: voices[assistant.voiceId] ?? VOICES[assistant.voiceId], version: 'latest' },
    maxDurationSeconds,
    // What the page shows, and what the record needs; no more leaves Vapi.
    clientMessages: ['speech-update', 'status-update', 'transcript'],
    serverMessages: ['status-update', 'end-of-call-report', ...(tools.length > 0 ? ['tool-calls'] : [])],
    artifactPlan: { recordingEnabled: false },
    metadata: { [ASSISTANT_MARK]: assistant.id },
    ...(webhook
      ? {
          server: {
            url: webhook.url,
            timeoutSeconds: 20,
            headers: { [webhook.secretHeader]: webhook.secret },
            // Vapi sends nothing twice unless it is told to.
            backoffPlan: { type: 'exponential', maxRetries: 8, baseDelaySeconds: 2 },
          },
        }
      : {}),
  }
}

/** Vapi's description knows these three keywords of a function's parameters, and no others. */
function asVapiTool({ type, function: { parameters, ...rest } }: FunctionTool): object {
  const { type: kind, properties, required } = parameters
  return { type, function: { ...rest, parameters: { type: kind, properties, ...(required ? { required } : {}) } } }
}

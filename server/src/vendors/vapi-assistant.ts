import type { AssistantDefinition } from '#contract/assistant.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { FunctionTool } from '../voice/actions/model-tools.ts'

/** For each of our voices, the most similar of the Vapi voices that are recommended for new assistants. */
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

interface VapiAssistantOptions {
  assistant: AssistantDefinition
  /** The system prompt: the assistant's character and knowledge. */
  prompt: string
  /** An OpenAI model, used through Vapi's account. */
  model: string
  /** Vapi voices by our voice ids, in place of the default ones. */
  voices: Readonly<Record<string, string>>
  /** Where Vapi sends reports, and the secret that it sends with them. */
  webhook: { url: string; secretHeader: string; secret: string } | undefined
  /** The assistant's actions. Vapi runs them through the webhook. */
  tools?: readonly FunctionTool[]
  /** The longest duration of a call, even if a browser asks for a longer one. */
  maxDurationSeconds: number
}

/**
 * The metadata key under which a Vapi assistant carries its id here, so that it can be found if the list of ids is
 * lost.
 */
export const ASSISTANT_MARK = 'voxhallAssistant'
const MAX_NAME = 40

/** A `CreateAssistantDTO`, as Vapi's published description defines it. */
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
    // Only what the page shows and the record needs is sent.
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
            // Without this plan, Vapi does not retry a failed delivery.
            backoffPlan: { type: 'exponential', maxRetries: 8, baseDelaySeconds: 2 },
          },
        }
      : {}),
  }
}

/** Vapi's description allows only these three keywords in a function's parameters. */
function asVapiTool({ type, function: { parameters, ...rest } }: FunctionTool): object {
  const { type: kind, properties, required } = parameters
  return { type, function: { ...rest, parameters: { type: kind, properties, ...(required ? { required } : {}) } } }
}

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { MAX_WEBHOOK_SAY_LENGTH } from '#contract/action-limits.ts'
import type { OwnWebhookSetting } from '#contract/actions.ts'
import { writtenText } from '#contract/written-text.ts'
import { PublicFetchError, type PublicFetch } from '../../infra/http/public-fetch.ts'
import { signedPost } from '../../infra/http/signed-post.ts'
import type { ActionCard, ActionResult } from '../../voice/actions.ts'

/** Limit for the response: 600 characters to say, a card, and room for fields that the server ignores. */
const MAX_ANSWER_BYTES = 65_536

const webAddress = z.url({ protocol: /^https$/ }).max(2_000)
const answerSchema = z.object({
  /** False if the action was not done; `say` then tells why. */
  ok: z.boolean().default(true),
  say: z.string().optional(),
  card: z
    .object({
      title: z.string().min(1).max(80),
      text: z.string().max(300).optional(),
      url: webAddress.optional(),
      imageUrl: webAddress.optional(),
    })
    .optional()
    .catch(undefined),
})

interface WebhookRun {
  webhook: OwnWebhookSetting
  callId: string
  assistantId: string
  /** Keyed by the ids of the webhook's fields. */
  values: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
}

/**
 * Posts to the owner's server and returns its answer. Never rejects: any failure returns the sentence that the owner
 * wrote for it.
 */
export async function runWebhook(
  { fetchPublic, log }: { fetchPublic: PublicFetch; log: Logger },
  { webhook, callId, assistantId, values, signal }: WebhookRun,
): Promise<ActionResult> {
  const failed = (say = ''): ActionResult => ({ status: 'failed', say: say === '' ? webhook.failure : say })
  const sentAt = new Date()
  const timestamp = sentAt.toISOString()
  try {
    const answer = await fetchPublic({
      ...signedPost({
        url: webhook.url,
        secret: webhook.secret,
        id: `act_${randomUUID()}`,
        sentAt,
        content: { type: 'action.called', timestamp, action: webhook.id, callId, assistantId, values },
      }),
      timeoutMs: webhook.timeoutSeconds * 1_000,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    })
    if (answer.status < 200 || answer.status > 299) {
      log.info({ assistantId, webhook: webhook.id, status: answer.status }, 'an owner’s webhook refused')
      return failed()
    }
    const text = answer.body.toString().trim()
    if (text === '') return { status: 'done', say: 'That is done.' }
    const { ok, say = '', card } = answerSchema.parse(JSON.parse(text))
    const words = sayable(say)
    if (!ok) return failed(words)
    return { status: 'done', say: words === '' ? 'That is done.' : words, ...(card && { card: plainCard(card) }) }
  } catch (error) {
    const problem = error instanceof PublicFetchError ? error.problem : 'answer not understood'
    log.info({ assistantId, webhook: webhook.id, problem }, 'an owner’s webhook failed')
    return failed()
  }
}

/** Turns a text into one paragraph; a text that is too long is cut after a sentence. */
function sayable(text: string): string {
  const words = writtenText(text.replaceAll(/[\p{Cc}\s]+/gu, ' '))
  if (words.length <= MAX_WEBHOOK_SAY_LENGTH) return words
  const cut = words.slice(0, MAX_WEBHOOK_SAY_LENGTH)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '))
  return (end > 0 ? cut.slice(0, end + 1) : cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))).trim()
}

function plainCard(card: ActionCard): ActionCard {
  const text = card.text === undefined ? undefined : writtenText(card.text)
  return { ...card, title: writtenText(card.title), text }
}

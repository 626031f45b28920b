import { doneSchema } from '#contract/account.ts'
import { contactRequestSchema, type ContactMessage } from '#contract/contact.ts'
import { topicLabel } from '#contract/contact-topics.ts'
import type { Env } from '../../config/env.ts'
import type { Crm } from '../crm/crm.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody } from '../../infra/http/api-route.ts'
import type { Outbox, MailDraft } from '../../infra/mail/outbox.ts'
import { escapeHtml } from '../../infra/http/html.ts'

const contactRoute = apiRoutes('anonymous', 'Contact').post('/api/contact', 'Write to the people who run the site', {
  'x-rate-limit': 'contact',
  description:
    'Adds the message to the team’s notes on this address and marks it for an answer. No email is sent to the ' +
    'address. `website` must stay empty.',
  request: { body: jsonBody(contactRequestSchema) },
  responses: { 200: json(doneSchema, 'It was stored.') },
})

interface ContactDeps {
  db: Database
  outbox: Outbox
  crm: Pick<Crm, 'recordMessage'>
  /** The team receives messages at `CONTACT_EMAIL`; without it, messages are in the CRM only. */
  config: Pick<Env, 'CONTACT_EMAIL'>
}

export function createContact({ db, outbox, crm, config }: ContactDeps) {
  const teamEmail = config.CONTACT_EMAIL
  const routes = apiRouter().openapi(contactRoute, async (c) => {
    const { website, ...message } = c.req.valid('json')
    const done = { status: true as const }
    if (website !== '') {
      c.var.log.info('an automated message was dropped')
      return c.json(done, 200)
    }
    // The pair of client and address is checked first, so that one client's excess does not count against the address.
    c.var.rateLimiter.takeAll([
      ['contact-client-address', `${c.var.clientKey} ${message.email}`],
      ['contact-address', message.email],
    ])
    const viewer = await c.var.viewer()
    const isFromOwnAccount = viewer.kind === 'user' && viewer.email === message.email
    await db.transaction(async (tx) => {
      await crm.recordMessage(tx, { ...message, isFromOwnAccount })
      if (teamEmail) await outbox.post(tx, teamMail(teamEmail, message))
    })
    return c.json(done, 200)
  })
  return { routes }
}

/** Mails the team about a message. Nothing is sent to the address in the message, which may be another person's. */
function teamMail(to: string, { email, name, company, about, message }: ContactMessage): MailDraft {
  const from = [email, name, company].filter(Boolean).join(', ')
  const closing = 'The message is also in the CRM, in the notes for this address.'
  return {
    to,
    subject: `Message about: ${topicLabel(about)}`,
    text: [`From: ${from}`, message, closing, 'Voxhall'].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><body style="font-family: sans-serif; line-height: 1.5; color: #1d1b18">
<p>From: ${escapeHtml(from)}</p>
<p style="white-space: pre-wrap">${escapeHtml(message)}</p>
<p>${escapeHtml(closing)}</p>
<p>Voxhall</p>
</body></html>
`,
  }
}

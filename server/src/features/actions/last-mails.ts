import { and, eq, gt } from 'drizzle-orm'
import type { Env } from '../../config/env.ts'
import type { Transaction } from '../../infra/db/client.ts'
import { appointments } from '../../infra/db/schema/actions.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import { actionRules } from './action-rules.ts'
import { visitorsMail } from './appointment-mails.ts'

interface LastMailsDeps {
  outbox: Outbox
  publicUrl: string
  config: Pick<Env, 'MAIL_FROM'>
}

export type LastMails = ReturnType<typeof createLastMails>

/**
 * Tells visitors that their coming appointments are cancelled because an assistant is about to be deleted. Made before the
 * other parts of this feature, which depend on the assistants.
 */
export function createLastMails({ outbox, publicUrl, config }: LastMailsDeps) {
  return {
    /** To be called before the deletion, in its transaction. @param of an assistant, or all assistants of an owner */
    async post(tx: Transaction, of: { assistantId: string } | { ownerId: string }): Promise<void> {
      const isMeant =
        'ownerId' in of ? eq(appointments.ownerId, of.ownerId) : eq(appointments.assistantId, of.assistantId)
      const rows = await tx
        .select({ row: appointments, assistant: ownAssistants })
        .from(appointments)
        .innerJoin(ownAssistants, eq(ownAssistants.id, appointments.assistantId))
        .where(and(isMeant, eq(appointments.status, 'booked'), gt(appointments.endsAt, new Date())))
      for (const { row, assistant } of rows) {
        const mail = visitorsMail({
          change: 'cancelled',
          row: { ...row, sequence: row.sequence + 1, updatedAt: new Date() },
          assistant,
          settings: actionRules(assistant),
          publicUrl,
          mailFrom: config.MAIL_FROM,
        })
        if (mail) await outbox.post(tx, mail)
      }
    },
  }
}

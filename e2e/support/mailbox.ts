import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

const MAIL_TIMEOUT_MS = 20_000
const POLL_MS = 50

const mailSchema = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: z.array(z.string()),
})
export type Mail = z.infer<typeof mailSchema>

/** All mails in the mailbox of local mode, newest first. */
export async function readMails(serverUrl: string): Promise<Mail[]> {
  const response = await fetch(`${serverUrl}/dev/mailbox.json`)
  if (!response.ok) throw new Error(`/dev/mailbox.json answered ${response.status}`)
  return z.array(mailSchema).parse(await response.json())
}

/**
 * Waits for a mail to this address and returns the newest one.
 * @param subject part of its subject
 */
export async function waitForMail(serverUrl: string, to: string, subject = ''): Promise<Mail> {
  const deadlineMs = Date.now() + MAIL_TIMEOUT_MS
  for (;;) {
    const mail = (await readMails(serverUrl)).find((one) => one.to === to && one.subject.includes(subject))
    if (mail) return mail
    if (Date.now() > deadlineMs) throw new Error(`No mail "${subject}" to ${to} within ${MAIL_TIMEOUT_MS} ms`)
    await delay(POLL_MS)
  }
}

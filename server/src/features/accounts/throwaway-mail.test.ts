import { expect, it } from 'vitest'
import { refuseThrowAwayMail } from './sign-up.ts'

it.each(['a@mailinator.com', 'a@MAILINATOR.com', 'a@mailinator.com.', 'a@inbox.mailinator.com', 'a@yopmail.com'])(
  '%s may not sign up',
  (email) => {
    expect(() => refuseThrowAwayMail(email)).toThrowError(expect.objectContaining({ code: 'email-not-accepted' }))
  },
)

it.each(['a@example.com', 'a@example.test', 'a@gmail.com', 'a@mailinator.com.example', 'a@notmailinator.example'])(
  '%s may',
  (email) => {
    expect(() => refuseThrowAwayMail(email)).not.toThrow()
  },
)

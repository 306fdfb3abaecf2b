/** Answers of a store that are errors, for tests. */
import { S3ServiceException } from '@aws-sdk/client-s3'

/** Returns the error of a call that a store answered. @param name code of the S3 API. @param status HTTP status. */
export const storeAnswer = (name: string, status: number, message: string): Error =>
  new S3ServiceException({ name, $fault: 'client', message, $metadata: { httpStatusCode: status } })

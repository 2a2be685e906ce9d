import type { Encoded } from './encode.js';
import type { ListStatus, UploadedList } from './results.js';

/** Encodes the answer to a bulk upload. */
export const encodeUpload = ({ listId, listName }: UploadedList, envelope: string): Encoded => ({
  status: 200,
  body: { [envelope]: { list_id: listId, list_name: listName }, success: '1' },
});

/** Encodes the status of a bulk list. */
export const encodeListStatus = (
  { listId, status, percentage, downloadLink, reason, column }: ListStatus,
  envelope: string,
): Encoded => ({
  status: 200,
  body: {
    [envelope]: {
      list_id: listId,
      status,
      percentage: String(percentage),
      download_link: downloadLink,
      ...(reason && { reason }),
      ...(column && { column }),
    },
    success: '1',
  },
});

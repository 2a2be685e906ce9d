export { CALLBACK_CHARACTERS, callbackFault } from './callback-url.js';
export { clientAddressOf, clientSchemeOf, isForwarded, nodeAddress } from './forwarded-headers.js';
export { hostIn, isSameOrBelow, isInfrastructure, isPublicHost, isSpecialUse, isThisMachine } from './host-name.js';
export { FILE_SHARING_HOSTS, fileOfUrl, LIST_URL_CHARACTERS, listUrlFault } from './list-url.js';
export { parsedUrl } from './parsed-url.js';
export { readBytes } from './read-bytes.js';
export { isBadPort, portOf } from './port.js';
export { hasPrefix, ipText, isIpv4, networkOf, parseIp, prefixOf, type IpAddress } from './ip-address.js';
export { callerRangeOf, ipRangeOf, type IpRange } from './ranges.js';

import { followLog } from './live-log.js';

followLog();

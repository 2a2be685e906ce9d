// The import map says where these modules are: no bundler has been here.
import 'email-check-element/define';
